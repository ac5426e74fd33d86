import { connect } from './connection.js';
import { createDigestList } from './digest-list.js';
import { byId, setText } from './elements.js';
import { createFeedList } from './feed-list.js';
import { createStepRow } from './step-row.js';
import { describeWatch } from './watch-header.js';

/** @import { ConnectionState } from './connection.js' */

/** @satisfies {Record<ConnectionState, string>} */
const stateWords = { connecting: 'Connecting', live: 'Live', lost: 'Not running', paused: 'Paused' };

const steps = createStepRow();
const feed = createFeedList();
const digests = createDigestList();

const connection = connect({
  onChanges(changes) {
    if (changes.fresh) {
      feed.clear();
      digests.clear();
    }
    if (changes.description) describeWatch(changes.description);
    steps.show(changes.counts);
    feed.show(changes.lines);
    digests.show(changes.digests);
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
