import { Menu, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan, PlanHead } from '#contract/plans.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { MenuCheckItem } from '#web/app/menu-check-item.tsx'
import { PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { MoreMenu } from '#web/app/toolbar.tsx'
import { useChange } from '#web/app/use-change.ts'
import { planName } from './new-plan-dialog.tsx'

const countAmounts = ({ measures }: Plan): number =>
  measures.flatMap(({ rows }) => rows.flatMap(({ amounts }) => amounts.filter((amount) => amount !== null))).length

interface PlanMenuProps {
  readonly id: string
  readonly onAdd: () => void
}

/** What can be done with a version as a whole, at once: its unsaved amounts stay. */
export const PlanMenu = ({ id, onAdd }: PlanMenuProps) => {
  const { api, queries, queryClient } = useRuntime()
  const isLocked = usePlanLock() !== null
  const { data: plan } = useQuery(queries.plans.get.queryOptions({ input: { id } }))
  const [name, setName] = useState<string | null>(null)
  const refresh = () => queryClient.invalidateQueries()
  const remove = useChange((removed: Plan) => api.plans.remove({ id: removed.id }), { refresh, done: 'Plan deleted' })
  const change = useChange(
    ({ plan: { measures, version, ...head }, ...changes }: { readonly plan: Plan } & Partial<PlanHead>) =>
      api.plans.save({
        params: { id: head.id },
        body: { name: head.name, isCurrent: head.isCurrent, ...changes, measures, version },
      }),
    { refresh, done: 'Plan saved' },
  )
  if (plan === undefined) return null
  const confirmRemoval = (): void => {
    const amounts = countAmounts(plan)
    const use = plan.isCurrent ? ` ${plan.year} will have no plan to be compared with.` : ''
    askToConfirm({
      title: `Delete “${planName(plan)}”?`,
      text: `This version and its ${amounts === 1 ? 'amount' : `${amounts} amounts`} are permanently deleted.${use}`,
      confirm: 'Delete plan',
      onConfirm: () => remove.mutate(plan),
    })
  }
  return (
    <>
      <MoreMenu subject="plan">
        <PlanLockLabel />
        <Menu.Item hiddenFrom="sm" disabled={isLocked} onClick={onAdd}>
          Add plan…
        </Menu.Item>
        <Menu.Item disabled={isLocked} onClick={() => setName(plan.name)}>
          Rename…
        </Menu.Item>
        <MenuCheckItem
          isOn={plan.isCurrent}
          disabled={isLocked || change.isPending}
          onToggle={() => change.mutate({ plan, isCurrent: !plan.isCurrent })}
        >
          {`Compare ${plan.year} with this plan`}
        </MenuCheckItem>
        <Menu.Divider />
        <RemoveItem disabled={isLocked} onClick={confirmRemoval}>
          Delete plan…
        </RemoveItem>
      </MoreMenu>
      {name !== null && (
        <FormDialog
          title="Rename plan"
          confirm="Save name"
          isBusy={change.isPending}
          disabled={name.trim() === ''}
          failure={null}
          onSubmit={() => change.mutate({ plan, name: name.trim() }, { onSuccess: () => setName(null) })}
          onClose={() => setName(null)}
        >
          <TextInput
            label="Name"
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
        </FormDialog>
      )}
    </>
  )
}
