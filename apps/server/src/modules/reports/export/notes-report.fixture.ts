import type { ReportSnapshot } from './table-snapshot.ts'

const reader = { culture: 'en-US', currency: 'USD', timeZone: 'UTC', today: '2026-06-17' }

/** A report of one text column. */
export const notesReport = (rows: ReportSnapshot['answer']['rows']): ReportSnapshot => ({
  title: 'Notes',
  facts: [],
  chart: null,
  isGrouped: false,
  hasTotalRow: false,
  ...reader,
  answer: {
    columns: [
      {
        columnId: 'note',
        columnName: 'Note',
        displayName: 'Note',
        kind: 'dimension',
        type: 'string',
        format: 'text',
        aggregation: 'None',
        total: false,
        totalAggregation: 'sum',
        additive: false,
        goodDirection: 'neutral',
      },
    ],
    rows: [...rows],
    totals: [null],
    rowCount: rows.length,
    range: null,
    excluded: [],
    notCounted: [],
    costCoverage: null,
    timeZone: 'UTC',
    definitionVersion: '1',
  },
})
