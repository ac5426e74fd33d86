/**
 * @import { Changes } from '../view-model.ts'
 *
 * @typedef {'connecting' | 'live' | 'lost' | 'paused'} ConnectionState
 */

/**
 * Follows `/events`. The browser reconnects automatically. Each stream begins with the complete state. Pausing closes
 * the stream.
 *
 * @param {{ onChanges(changes: Changes): void, onState(state: ConnectionState): void }} listener
 */
export function connect({ onChanges, onState }) {
  /** @type {EventSource | null} */
  let source = null;

  function open() {
    onState('connecting');
    source = new EventSource('/events');
    source.onopen = () => onState('live');
    source.onerror = () => onState('lost');
    source.onmessage = (event) => onChanges(JSON.parse(event.data));
  }

  open();
  return {
    get paused() {
      return source === null;
    },
    pause() {
      source?.close();
      source = null;
      onState('paused');
    },
    resume: open,
  };
}
