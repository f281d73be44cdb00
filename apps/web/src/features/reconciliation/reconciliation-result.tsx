import { Paper, Stack, Text } from '@mantine/core'
import type { Account } from '#contract/account.ts'
import type { Reconciliation } from '#contract/services.ts'
import { FormatsProvider, useFormats } from '#ui/formats-context.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatDateTime } from '#web/app/format.ts'
import { totalDifference } from './difference.ts'
import { DifferenceTable } from './difference-table.tsx'
import classes from './reconciliation.module.css'
import { Verdict } from './verdict.tsx'

interface ReconciliationResultProps {
  readonly result: Reconciliation
  /** what the platform is called */
  readonly platform: string
  readonly account: Account
  /** another answer is on its way */
  readonly isOld: boolean
}

/** Both totals, what is between them, and the orders that make the difference. */
export const ReconciliationResult = ({ result, platform, account, isOld }: ReconciliationResultProps) => {
  const culture = useCurrentUser()?.culture ?? account.culture
  return (
    <FormatsProvider culture={culture} currency={result.currency} timeZone={account.timeZone}>
      <Stack className={classes.result} data-old={isOld || undefined}>
        <Verdict result={result} platform={platform} />
        <Totals result={result} platform={platform} />
        <DifferenceTable result={result} platform={platform} />
        <Text size="xs" c="dimmed">
          Compared {formatDateTime(result.asOf, account.timeZone)}. Totals are what customers paid, including tax,
          shipping, and tips, less refunds. Days are in the {account.timeZone} time zone.
        </Text>
      </Stack>
    </FormatsProvider>
  )
}

const Totals = ({ result, platform }: Pick<ReconciliationResultProps, 'result' | 'platform'>) => {
  const formats = useFormats()
  const columns = [
    { name: 'Cuvee', ...result.ours },
    { name: platform, ...result.platform },
    { name: 'Difference', ...totalDifference(result) },
  ]
  return (
    <div className={classes.totals}>
      {columns.map(({ name, orders, total }) => (
        <Paper key={name} withBorder p="md" component="section" aria-label={name}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text className={classes.total}>{formats.value(total, 'currency')}</Text>
          <Text size="sm" className="numbers">
            {formats.value(orders, 'integer')} {Math.abs(orders) === 1 ? 'order' : 'orders'}
          </Text>
        </Paper>
      ))}
    </div>
  )
}
