import { judgeGenerated } from './judged-run.fixture.ts'

judgeGenerated('DuckDB', 100, async (_accountId, duckDb) => duckDb)
