import type { EntryRow } from './next-entries.ts'

/** An entry from May 1 to August 1, 2026, listed under a holdout of 20 %. */
export const entryRow = (change: Partial<EntryRow> = {}): EntryRow => ({
  id: 'e1',
  account_id: 1,
  membership_id: 'm1',
  customer_id: 'c1',
  club: 'Estate Club',
  chance: 0.2,
  reasons: ['oneSkip'],
  yearly_value: 100_000,
  entry_value: 100_000,
  entered_on: '2026-05-01',
  ends_on: '2026-08-01',
  holdout_percent: 20,
  is_held_out: false,
  canceled_on: null,
  assigned_to: null,
  ...change,
})
