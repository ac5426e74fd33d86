/** Raise it when the tables below or the meaning of their data change. */
export const schemaVersion = '1';

export const tables = `
CREATE TABLE sandbox_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE rows (
  no INTEGER PRIMARY KEY,
  row_id TEXT NOT NULL UNIQUE,
  bridge_no INTEGER NOT NULL,
  buyer_id TEXT,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  signal_date INTEGER NOT NULL,
  arrived_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  hotness REAL NOT NULL,
  opportunity_id TEXT,
  organizer_id TEXT,
  entity TEXT,
  columns TEXT NOT NULL
);

-- One line for each value of a cell, so that a list has several, and an empty cell one NULL: sorting
-- can then walk the index below and meets each row.
CREATE TABLE cells (
  row_no INTEGER NOT NULL,
  column_no INTEGER NOT NULL,
  place INTEGER NOT NULL,
  value,
  PRIMARY KEY (row_no, column_no, place)
) WITHOUT ROWID;

-- The bridge is a word too: a search then meets only rows of its bridge.
CREATE VIRTUAL TABLE words USING fts5 (
  bridge, text, content='', columnsize=0, tokenize='unicode61 remove_diacritics 2'
);

CREATE TABLE summaries (
  buyer_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  ready_after_ms INTEGER,
  ready_at INTEGER,
  generated_at INTEGER
) WITHOUT ROWID;
`;

/** Created after the rows: building an index at once is several times faster than growing it. */
export const indices = `
CREATE INDEX rows_by_date ON rows (buyer_id, status, signal_date DESC, row_id, bridge_no);
CREATE INDEX rows_by_hotness ON rows (buyer_id, status, hotness DESC, row_id, signal_date, bridge_no);
CREATE INDEX rows_by_update ON rows (bridge_no, updated_at);
CREATE INDEX rows_by_trigger ON rows (bridge_no, signal_date);
CREATE INDEX rows_by_name ON rows (bridge_no, name);
CREATE INDEX rows_by_id ON rows (bridge_no, row_id);
CREATE INDEX rows_by_status ON rows (bridge_no, status);
CREATE INDEX rows_by_buyer ON rows (bridge_no, buyer_id);
CREATE INDEX cells_by_value ON cells (column_no, place, value, row_no);
`;
