import { volume } from '#testkit/lane.ts'
import { compareGenerated } from './reference-run.fixture.ts'

compareGenerated('DuckDB', volume({ normal: 25, full: 500 }), async (_accountId, duckDb) => duckDb)
