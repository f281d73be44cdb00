import { volume } from '#testkit/lane.ts'
import { judgeGenerated } from './reference-run.fixture.ts'

judgeGenerated('DuckDB', volume({ normal: 25, full: 500 }), async (_accountId, duckDb) => duckDb)
