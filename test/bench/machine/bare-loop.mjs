// The least that a poller does: asks for each buyer's list over node:http and counts the signals. Arguments: the
// upstream's URL, a file with the buyers' ids, how many calls are in flight, and `pool` or `waves`.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const [url, file, atOnce, way] = process.argv.slice(2);
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

async function pool() {
  let next = 0;
  let signals = 0;
  const work = async () => {
    while (next < buyerIds.length) {
      const count = await listSignals(buyerIds[next++]);
      signals += count;
    }
  };
  await Promise.all(Array.from({ length: most }, work));
  return signals;
}

/** As code without a pool often does: each wave waits for its slowest call. */
async function waves() {
  let signals = 0;
  for (let from = 0; from < buyerIds.length; from += most) {
    const counts = await Promise.all(buyerIds.slice(from, from + most).map(listSignals));
    for (const count of counts) signals += count;
  }
  return signals;
}

console.log(await (way === 'waves' ? waves() : pool()));
agent.destroy();
