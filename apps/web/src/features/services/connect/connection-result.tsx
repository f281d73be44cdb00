import { Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ConnectionTest } from '#contract/services.ts'
import { useAccount } from '#web/app/account-data.ts'
import { withPeriod } from '#web/app/format.ts'
import { Notice } from '#web/app/notice.tsx'
import classes from './connect.module.css'
import { accountDifferences } from './connect-rules.ts'

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

const Facts = ({ result: { name, timeZone, currency } }: { result: ConnectionTest }) => {
  const facts = [
    ['Business', name],
    ['Time zone', timeZone],
    ['Currency', currency],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []))
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
