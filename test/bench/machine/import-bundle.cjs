// Stands in for the start of a Lambda process: imports the bundle that the argument names, and prints how many
// milliseconds that took.
const { performance } = require('node:perf_hooks');

const [, , bundle] = process.argv;
const started = performance.now();
require(bundle);
console.log(performance.now() - started);
