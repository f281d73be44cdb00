import { Box, Group, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { PlanHead } from '#contract/plans.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { fiscalYearOf } from '#domain/winery-plan.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { NewPlanDialog, planName } from './new-plan-dialog.tsx'
import { PaceCards } from './pace-cards.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { PlanMenu } from './plan-menu.tsx'

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
          {(plans) => <Plans {...{ plans, account }} />}
        </QueryContent>
      </Stack>
    </ReaderFormats>
  )
}

interface PlansProps {
  readonly plans: readonly PlanHead[]
  readonly account: Account
}

/** Days before its end in which a year's successor is planned. */
const PLANNING_DAYS = 42

const PLUS = <IconPlus size={16} aria-hidden />

const EMPTY = 'Enter what you expect each month to bring. Then every tile, report, and alert can be compared with it.'

const Plans = ({ plans, account }: PlansProps) => {
  const today = localDayOf(Date.now(), account.timeZone)
  const year = fiscalYearOf(today, account)
  const { queries, queryClient } = useRuntime()
  const canWrite = useIsPermitted('administration')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const ofYear = plans.filter((one) => one.year === year)
  const plan = plans.find(({ id }) => id === chosen) ?? ofYear.find((one) => one.isCurrent) ?? ofYear[0] ?? plans[0]
  const loaded = useQuery(
    queries.plans.get.queryOptions({ input: { id: plan?.id ?? '' }, enabled: plan !== undefined }),
  )
  const addPlan = () => setAdding(true)
  return (
    <>
      <ScreenHead
        title="Plan"
        tools={
          plan === undefined ? null : (
            <Group gap={8} wrap="nowrap" miw={0}>
              <NativeSelect
                aria-label="Version"
                data={plans.map((one) => ({
                  value: one.id,
                  label: one.isCurrent ? `${planName(one)} · In use` : planName(one),
                }))}
                value={plan.id}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
              {canWrite && (
                <>
                  <LockedButton visibleFrom="sm" variant="default" leftSection={PLUS} onClick={addPlan}>
                    Add plan
                  </LockedButton>
                  {loaded.data && <PlanMenu plan={loaded.data} onAdd={addPlan} />}
                </>
              )}
            </Group>
          )
        }
      >
        <Box component="span" visibleFrom="sm">
          Monthly amounts that tiles, reports, and alerts are compared with.
        </Box>
      </ScreenHead>
      {plan === undefined ? (
        <EmptyPanel title="No plan yet" text={canWrite ? EMPTY : 'An administrator can add one.'}>
          {canWrite && (
            <LockedButton leftSection={PLUS} onClick={addPlan}>
              Add plan
            </LockedButton>
          )}
        </EmptyPanel>
      ) : (
        <>
          {plan.isCurrent && plan.year === year && <PaceCards key={loaded.data?.version} />}
          <QueryContent query={loaded} height={320}>
            {(shown) => <PlanEditor key={shown.id} plan={shown} {...{ canWrite, today }} />}
          </QueryContent>
        </>
      )}
      {isAdding ? (
        <NewPlanDialog
          {...{ plans, year }}
          dueYear={fiscalYearOf(addDays(today, PLANNING_DAYS), account)}
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
