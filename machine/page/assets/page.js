import { connect } from './connection.js';
import { createDigestList } from './digest-list.js';
import { byId, setText } from './elements.js';
import { createFeedList } from './feed-list.js';
import { createStepRow } from './step-row.js';
import { createWatchHeader } from './watch-header.js';

/** @import { ConnectionState } from './connection.js' */

/** @satisfies {Record<ConnectionState, string>} */
const stateWords = { connecting: 'Connecting', live: 'Live', lost: 'Not running', paused: 'Paused' };

const header = createWatchHeader();
const steps = createStepRow();
const feed = createFeedList();
const digests = createDigestList();

const connection = connect({
  onChanges(changes) {
    if (changes.fresh) {
      feed.clear();
      digests.clear();
    }
    if (changes.description) {
      header.describe(changes.description);
      digests.describe(changes.description);
    }
    header.count(changes.counters);
    digests.count(changes.counters);
    steps.show(changes.steps, { fresh: changes.fresh });
    feed.show(changes.lines);
    digests.show(changes.digests, { fresh: changes.fresh });
  },
  onState(state) {
    const badge = byId('connection');
    badge.dataset.state = state;
    setText(badge, stateWords[state]);
  },
});

byId('pause').addEventListener('click', () => {
  if (connection.paused) connection.resume();
  else connection.pause();
  setText(byId('pause'), connection.paused ? 'Resume view' : 'Pause view');
});
