import type { Sample } from '../../insight/sample.fixture.ts'
import type { TeamWeekInsight } from './team-week.insight.ts'

export const sample: Sample<TeamWeekInsight> = ({ counted }) => ({
  best: 'Ana Vine',
  weakest: 'Ben Cork',
  figures: ['best', 'weakest'].flatMap((who) => [
    counted(`${who}Bought`),
    counted(`${who}Rate`, 'share'),
    counted(`${who}Guests`),
  ]),
})
