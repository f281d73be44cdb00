import { useMutation } from '@tanstack/react-query'
import type { ConnectionTest } from '#contract/services.ts'
import { errorStatus, fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { SettingProblems, SettingValue } from './setting-values.ts'
import { settingMessages } from './setting-values.ts'

interface TestedSettings {
  readonly type: string
  readonly settings: Record<string, SettingValue>
  /** a service whose stored secrets replace omitted ones */
  readonly id?: string
}

const UNREACHABLE = 'Cuvee didn’t respond. Check your internet connection and try again. Your entries are still here.'

/** The test result of exactly these settings; empty once the form has changed. */
interface TestOutcome {
  readonly result: ConnectionTest | null
  /** server errors by setting */
  readonly problems: SettingProblems
  readonly failure: string | null
}

/** Tests settings with the platform. */
export const useConnectionTest = () => {
  const { queries } = useRuntime()
  const { data, error, variables, isPending, mutate } = useMutation(queries.services.tryOut.mutationOptions())
  const isOf = (asked: TestedSettings): boolean => JSON.stringify(variables) === JSON.stringify(asked)
  return {
    isPending,
    start: (asked: TestedSettings): void => mutate(asked),
    outcomeOf: (asked: TestedSettings): TestOutcome => {
      if (!isOf(asked)) return NOTHING
      if (error) return { result: null, problems: settingMessages(fieldMessages(error)), failure: failureOf(error) }
      return { ...NOTHING, result: data ?? null }
    },
  }
}

const NOTHING: TestOutcome = { result: null, problems: {}, failure: null }

const failureOf = (error: unknown): string | null => {
  if (Object.keys(settingMessages(fieldMessages(error))).length > 0) return null
  return errorStatus(error) === null ? UNREACHABLE : firstMessage(error)
}
