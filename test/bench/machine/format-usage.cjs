// Loaded into a measured process by `--require`, to tell its highest memory in kilobytes when it ends.
const { readFileSync, writeSync } = require('node:fs');

const usageFd = 3;

/** Node's own figure is not below that of the process that started this one: on Linux the kernel has a better one. */
function highestKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.on('exit', () => writeSync(usageFd, String(highestKilobytes())));
