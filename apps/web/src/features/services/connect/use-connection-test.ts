import { useMutation } from '@tanstack/react-query'
import type { ConnectionTest } from '#contract/services.ts'
import { errorStatus, fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { SettingProblems, SettingValue } from './setting-values.ts'
import { settingMessages } from './setting-values.ts'

interface TestedSettings {
  readonly type: string
  readonly settings: Record<string, SettingValue>
  /** a service whose stored secrets stand in for those left out */
  readonly id?: string
}

const UNREACHABLE = 'Cuvee did not answer. Check your internet connection and try again; what you typed is still here.'

/** Tries settings on the platform; `resultFor` answers what came of exactly these settings. */
export const useConnectionTest = () => {
  const { queries } = useRuntime()
  const test = useMutation(queries.services.tryOut.mutationOptions())
  const isOf = (asked: TestedSettings): boolean => JSON.stringify(test.variables) === JSON.stringify(asked)
  return {
    isPending: test.isPending,
    start: (asked: TestedSettings) => test.mutateAsync(asked).catch(() => undefined),
    resultFor: (asked: TestedSettings): ConnectionTest | null => (test.data && isOf(asked) ? test.data : null),
    /** what the server has against single settings */
    problems: test.error ? settingMessages(fieldMessages(test.error)) : NO_PROBLEMS,
    failure: test.error ? failureOf(test.error) : null,
  }
}

const NO_PROBLEMS: SettingProblems = {}

const failureOf = (error: unknown): string | null => {
  if (Object.keys(settingMessages(fieldMessages(error))).length > 0) return null
  return errorStatus(error) === null ? UNREACHABLE : firstMessage(error)
}
