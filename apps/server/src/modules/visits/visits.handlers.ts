import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { readVisitRules } from '#server/modules/accounts/index.ts'
import { adoptVisitRulesJob } from './adopt-visit-rules.job.ts'

export const adoptVisitRulesHandler = handleJob(
  adoptVisitRulesJob,
  async ({ db, warehouse }: Pick<Deps, 'db' | 'warehouse'>, { accountId }) => {
    await warehouse.changeVisitRules(accountId, await readVisitRules(db, accountId))
  },
)
