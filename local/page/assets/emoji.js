/**
 * Slack's short names of the emoji that digests use; any other name is shown as it was written.
 *
 * @type {Readonly<Record<string, string>>}
 */
const emoji = {
  fire: '🔥',
  bell: '🔔',
  eyes: '👀',
  mag: '🔍',
  memo: '📝',
  calendar: '📅',
  date: '📅',
  spiral_calendar_pad: '🗓️',
  office: '🏢',
  classical_building: '🏛️',
  school: '🏫',
  cityscape: '🏙️',
  bar_chart: '📊',
  chart_with_upwards_trend: '📈',
  moneybag: '💰',
  page_facing_up: '📄',
  bust_in_silhouette: '👤',
  busts_in_silhouette: '👥',
  handshake: '🤝',
  warning: '⚠️',
  hourglass: '⌛',
  hourglass_flowing_sand: '⏳',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  sparkles: '✨',
  star: '⭐',
  zap: '⚡',
  bulb: '💡',
  link: '🔗',
  pushpin: '📌',
  round_pushpin: '📍',
  rotating_light: '🚨',
  mega: '📣',
  loudspeaker: '📢',
  satellite_antenna: '📡',
  vertical_traffic_light: '🚦',
  triangular_flag_on_post: '🚩',
  arrow_right: '➡️',
  large_green_circle: '🟢',
  large_yellow_circle: '🟡',
  large_blue_circle: '🔵',
  red_circle: '🔴',
  lock: '🔒',
  question: '❓',
};

/** @param {string} name */
export function emojiOf(name) {
  return (Object.hasOwn(emoji, name) && emoji[name]) || `:${name}:`;
}

/**
 * Writes the emoji into a text that is otherwise left as it is.
 *
 * @param {string} text
 */
export function withEmoji(text) {
  return text.replaceAll(/:([a-z0-9_+-]+):/g, (_, name) => emojiOf(name));
}
