import { Group, Menu, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanHead } from '#contract/plans.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { fiscalYearOf } from '#domain/winery-plan.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { MoreMenu } from '#web/app/toolbar.tsx'
import { useChange } from '#web/app/use-change.ts'
import { NewPlanDialog, planName } from './new-plan-dialog.tsx'
import { PaceCards } from './pace-cards.tsx'
import { PlanEditor } from './plan-editor.tsx'

/** The winery's plan: its versions, how the running month goes, and the amounts of one version. */
export const PlanScreen = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  const query = useQuery(queries.plans.list.queryOptions())
  if (account === null) return null
  return (
    <ReaderFormats account={account}>
      <Stack maw="var(--cuvee-width-wide)" mx="auto" miw={0}>
        <QueryContent query={query} height={240}>
          {(plans) => <Plans plans={plans} year={fiscalYearOf(localDayOf(Date.now(), account.timeZone), account)} />}
        </QueryContent>
      </Stack>
    </ReaderFormats>
  )
}

interface PlansProps {
  readonly plans: readonly PlanHead[]
  /** fiscal year of today */
  readonly year: number
}

const EMPTY = 'Enter what you expect each month to bring. Then every tile, report, and alert can be compared with it.'

const Plans = ({ plans, year }: PlansProps) => {
  const { api, queries, queryClient } = useRuntime()
  const canWrite = useIsPermitted('administration')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const plan = plans.find(({ id }) => id === chosen) ?? plans.find((one) => one.year === year) ?? plans[0]
  const remove = useChange(({ id }: PlanHead) => api.plans.remove({ id }), {
    refresh: () => queryClient.invalidateQueries(),
    done: 'Plan deleted',
  })
  const confirmRemoval = (removed: PlanHead): void =>
    askToConfirm({
      title: `Delete ${planName(removed)}?`,
      text: 'Its amounts are permanently deleted.',
      confirm: 'Delete plan',
      onConfirm: () => remove.mutate(removed),
    })
  const add = canWrite ? (
    <LockedButton leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add plan
    </LockedButton>
  ) : null
  return (
    <>
      <ScreenHead
        title="Plan"
        tools={
          plan === undefined ? null : (
            <Group gap={8}>
              <NativeSelect
                aria-label="Version"
                data={plans.map((one) => ({
                  value: one.id,
                  label: one.isCurrent ? `${planName(one)} (compared with)` : planName(one),
                }))}
                value={plan.id}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
              {add}
              {canWrite ? (
                <MoreMenu subject="plan">
                  <Menu.Item onClick={() => confirmRemoval(plan)}>Delete plan…</Menu.Item>
                </MoreMenu>
              ) : null}
            </Group>
          )
        }
      >
        Monthly amounts that tiles, reports, and alerts are compared with.
      </ScreenHead>
      {plan === undefined ? (
        <EmptyPanel title="No plan yet" text={canWrite ? EMPTY : 'An administrator can add one.'}>
          {add}
        </EmptyPanel>
      ) : (
        <>
          <PaceCards />
          <LoadedPlan key={plan.id} id={plan.id} canWrite={canWrite} />
        </>
      )}
      {isAdding ? (
        <NewPlanDialog
          {...{ plans, year }}
          onClose={() => setAdding(false)}
          onCreated={(created) => {
            queryClient.setQueryData(queries.plans.get.queryKey({ input: { id: created.id } }), created)
            void queryClient.invalidateQueries({ queryKey: queries.plans.list.key() })
            setChosen(created.id)
            setAdding(false)
          }}
        />
      ) : null}
    </>
  )
}

const LoadedPlan = ({ id, canWrite }: { readonly id: string; readonly canWrite: boolean }) => {
  const { queries } = useRuntime()
  const query = useQuery(queries.plans.get.queryOptions({ input: { id } }))
  return (
    <QueryContent query={query} height={320}>
      {(plan) => <PlanEditor {...{ plan, canWrite }} />}
    </QueryContent>
  )
}
