import type { Sample } from '../../insight/sample.fixture.ts'
import { pick } from '../../insight/sample.fixture.ts'
import type { DataProblemInsight } from './data-problem.insight.ts'

export const sample: Sample<DataProblemInsight> = ({ random, measured, forecast, counted }) => ({
  problem: pick(random, ['daysMissing', 'sourceQuiet', 'duplicates']),
  figures: [measured('actual'), forecast('expected'), counted('days', 'days'), counted('duplicates')],
})
