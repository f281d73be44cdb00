import { sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

const MEMBERS = [982, 991, 1004, 1010, 1023, 1031, 1029, 1040, 1052, 1066, 1081, 1094]

export const fixture: WidgetFixture = {
  settings: { aggregation: 'club' },
  range: sampleRange('2026-11-17', '2026-11-18', 'Today'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [
      sampleKpi('activeMembers', 'Active members', 'integer', [1094, null]),
      sampleKpi('onHold', 'On hold', 'integer', [37, null], 'down'),
    ],
    columns: [sampleDimension('clubName', 'Club'), sampleMeasure('activeMembers', 'Active members', 'integer')],
    rows: [
      ['Barrel Club', 512],
      ['Reserve Club', 341],
      ['Sparkling Club', 164],
      ['Library Club', 77],
    ],
    trend: {
      columns: [sampleDimension('asOfMonth', 'Month'), sampleMeasure('activeMembers', 'Active members', 'integer')],
      rows: MEMBERS.map((members, index) => [
        new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
        members,
      ]),
    },
  },
}
