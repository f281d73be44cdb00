import { Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ConnectionTest } from '#contract/service-checks.ts'
import { withPeriod } from '#domain/text.ts'
import { errorStatus, fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './connect.module.css'
import { accountDifferences } from './connect-rules.ts'
import { type SettingProblems, type SettingValue, settingMessages } from './setting-values.ts'

/** The result of a connection test, with warnings. */
export const ConnectionResult = ({ result }: { result: ConnectionTest }) => {
  const account = useAccount()
  if (!result.ok) {
    return (
      <Notice tone="bad" role="alert" title="Connection failed" icon={<IconCircleX size={20} aria-hidden />}>
        {withPeriod(result.message ?? 'The platform didn’t give a reason')} Check the settings above and test again.
      </Notice>
    )
  }
  const remarks = [...(account ? accountDifferences(result, account) : []), ...result.warnings]
  return (
    <Stack gap="xs">
      <Notice tone="good" role="status" title="Connection successful" icon={<IconCircleCheck size={20} aria-hidden />}>
        <Facts result={result} />
      </Notice>
      {remarks.length > 0 && (
        <Notice tone="warning" title="Note" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <ul className={classes.remarks}>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Stack>
  )
}

const Facts = ({ result: { name, timeZone, currency, facts: found } }: { result: ConnectionTest }) => {
  const business = [
    ['Business', name],
    ['Time zone', timeZone],
    ['Currency', currency],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []))
  const facts = [...business, ...found]
  if (facts.length === 0) return null
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

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
  const isTestOf = (asked: TestedSettings): boolean => JSON.stringify(variables) === JSON.stringify(asked)
  return {
    isPending,
    start: (asked: TestedSettings): void => mutate(asked),
    outcomeOf: (asked: TestedSettings): TestOutcome => {
      if (!isTestOf(asked)) return NOTHING
      if (error)
        return { result: null, problems: settingMessages(fieldMessages(error)), failure: failureMessage(error) }
      return { ...NOTHING, result: data ?? null }
    },
  }
}

const NOTHING: TestOutcome = { result: null, problems: {}, failure: null }

const failureMessage = (error: unknown): string | null => {
  if (Object.keys(settingMessages(fieldMessages(error))).length > 0) return null
  return errorStatus(error) === null ? UNREACHABLE : firstMessage(error)
}
