// The least that a poller does: asks for each buyer's list over node:http and counts the signals. Arguments: the
// upstream's URL, a file with the buyers' ids, and how many calls are in flight.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const [url, file, atOnce] = process.argv.slice(2);
const buyerIds = JSON.parse(readFileSync(file, 'utf8'));
const most = Number(atOnce);
const agent = new Agent({ keepAlive: true, maxSockets: most });

function listSignals(buyerId) {
  return new Promise((resolve, reject) => {
    const path = `/api/external/feed/all/buyer-signals?buyerId=${buyerId}&pageNumber=1&pageSize=100`;
    get(`${url}${path}`, { agent }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve(JSON.parse(body).result.length));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

let next = 0;
let signals = 0;
const work = async () => {
  while (next < buyerIds.length) {
    const count = await listSignals(buyerIds[next++]);
    signals += count;
  }
};
await Promise.all(Array.from({ length: most }, work));
console.log(signals);
agent.destroy();
