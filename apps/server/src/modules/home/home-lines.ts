import { ERRORS, Failure, fail } from '#contract/errors.ts'
import type { HomeLine } from '#contract/home.ts'
import { HOME_ACTIONS, type HomePeriod } from '#domain/home.ts'
import { isPermitted } from '#domain/role.ts'
import type { Deps } from '#server/deps.ts'
import { readDataSpan } from '#server/modules/analytics/index.ts'
import { yieldAsSettled } from '#server/platform/yield-as-settled.ts'
import { type ActionReader, needsAction } from './needs-action.ts'
import { readSummary } from './read-summary.ts'
import { setupSteps } from './setup-steps.ts'

/** A part that fails becomes a line as well, so that it does not take the others away. */
const orFailure = async (
  { log }: Deps,
  { caller, signal }: ActionReader,
  read: () => Promise<HomeLine | null>,
): Promise<HomeLine | null> => {
  try {
    return await read()
  } catch (error) {
    const failure = error instanceof Failure ? error : fail('server.unexpected', { cause: error })
    if (failure.status >= 500 && !signal.aborted)
      log.error({ err: error, accountId: caller.accountId }, 'a part of Home failed')
    return { kind: 'error', code: failure.code, message: failure.items[0]?.message ?? ERRORS[failure.code][1] }
  }
}

/** The parts of Home that the caller's role and plan include, each as soon as it is ready. */
export async function* homeLines(deps: Deps, reader: ActionReader, period: HomePeriod): AsyncGenerator<HomeLine> {
  const { caller } = reader
  if (!isPermitted(caller.roles, 'reports')) return
  if ((await readDataSpan(deps, caller.accountId)) === null) {
    yield { kind: 'setup', steps: await setupSteps(deps, caller) }
    return
  }
  const parts = [
    () => readSummary(deps, reader, period),
    ...HOME_ACTIONS.map((id) => () => needsAction(deps, reader, id)),
  ].map((read) => orFailure(deps, reader, read))
  for await (const line of yieldAsSettled(parts)) if (line !== null) yield line
}
