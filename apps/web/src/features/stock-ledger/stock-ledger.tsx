import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { ExplainRequest, ReportResult } from '#contract/reports.ts'
import type { StockPromise } from '#contract/stock-promises.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { NumberActionProvider } from '#ui/number-action.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import { Section } from '../insights/detail/exact-number.tsx'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'
import { numberIn, useNumbers } from '../subjects/subject-numbers.tsx'
import { subjectReport } from '../subjects/subject-report.ts'
import { PaceStatement, StockStatement } from './ledger-statement.tsx'
import { PromiseDialog } from './promise-dialog.tsx'
import { RunOutText } from './run-out-text.tsx'
import { useRefreshPromises } from './use-refresh-promises.ts'
import { AS_IS, assumeStock, type LedgerTotals } from './what-if.ts'
import { WhatIfSliders } from './what-if-sliders.tsx'

interface StockLedgerProps {
  readonly definition: ReportDefinitionInput
  readonly sku: string
  readonly account: Account
  readonly reportTypes: readonly ReportTypeInfo[]
  readonly onExplain: (request: ExplainRequest) => void
}

const MEMBERS: ReportDefinitionInput = { reportType: 'Memberships', columns: [{ columnId: 'activeMembers' }] }

const toTotals = ({ columns, totals }: ReportResult): LedgerTotals =>
  Object.fromEntries(columns.map(({ columnId }, index) => [columnId, numberIn(totals, index)]))

/** What is on hand of a product, what is promised, what is free to sell, and when that runs out. */
export const StockLedger = ({ definition, sku, account, reportTypes, onExplain }: StockLedgerProps) => {
  const { request, shown, error, retry } = useNumbers({ definition: subjectReport(definition, reportTypes).definition })
  const members = useNumbers({ definition: subjectReport(MEMBERS, reportTypes).definition })
  const { queries } = useRuntime()
  const promises = useQuery(queries.stockPromises.list.queryOptions())
  if (error !== null) return <LoadFailure error={error} onRetry={retry} />
  if (shown === null) return <Skeleton height={320} radius="md" aria-busy="true" />
  // What has no stock records, such as a ticket, has no ledger.
  if (shown.head.rowCount === 0) return null
  return (
    <NumberActionProvider
      action={shown.isOld ? null : ({ measure }) => onExplain({ ...request, cell: { row: {}, measure } })}
    >
      <LoadedLedger
        totals={toTotals(shown.head)}
        promises={(promises.data ?? []).filter((promise) => promise.sku === sku)}
        members={numberIn(members.shown?.head.totals, 0) ?? 0}
        today={localDayOf(Date.now(), account.timeZone)}
        stock={{ sku, serviceId: String(shown.head.rows[0]?.[0]) }}
      />
    </NumberActionProvider>
  )
}

interface LoadedLedgerProps {
  readonly totals: LedgerTotals
  readonly promises: readonly StockPromise[]
  readonly members: number
  readonly today: string
  readonly stock: Pick<StockPromise, 'sku' | 'serviceId'>
}

const LoadedLedger = ({ totals, promises, members, today, stock }: LoadedLedgerProps) => {
  const canPromise = useIsPermitted('administration')
  const { api } = useRuntime()
  const remove = useChange(api.stockPromises.remove, {
    refresh: useRefreshPromises(),
    failed: 'Something went wrong. Please try again.',
  })
  const [isPromising, setPromising] = useState(false)
  const handleRemove = (promise: StockPromise): void =>
    askToConfirm({
      title: 'Remove promise',
      text: `The units promised to ${promise.name} are free to sell again.`,
      confirm: 'Remove promise',
      onConfirm: () => remove.mutate({ key: promise.key }),
    })
  return (
    <Section
      title="Vintage ledger"
      tools={
        canPromise ? (
          <LockedButton
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setPromising(true)}
          >
            Add promise
          </LockedButton>
        ) : null
      }
    >
      <Text fz={20}>
        <RunOutText stock={assumeStock(totals, 0, AS_IS)} today={today} />
      </Text>
      <SimpleGrid minColWidth="min(100%, 300px)" autoFlow="auto-fit" spacing={48} verticalSpacing={16}>
        <StockStatement {...{ totals, promises, today }} onRemove={canPromise ? handleRemove : null} />
        <PaceStatement totals={totals} />
      </SimpleGrid>
      <WhatIfSliders {...{ totals, members, today }} />
      {isPromising ? <PromiseDialog {...stock} onClose={() => setPromising(false)} /> : null}
    </Section>
  )
}
