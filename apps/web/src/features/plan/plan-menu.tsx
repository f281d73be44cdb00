import { Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Plan, PlanHead } from '#contract/plans.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { MenuCheckItem } from '#web/app/menu-check-item.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { MoreMenu } from '#web/app/toolbar.tsx'
import { useChange } from '#web/app/use-change.ts'
import { planName } from './new-plan-dialog.tsx'

/** What can be done at once with a version as a whole. */
export const PlanMenu = ({ plan, onAdd }: { readonly plan: Plan; readonly onAdd: () => void }) => {
  const { api, queryClient } = useRuntime()
  const [name, setName] = useState<string | null>(null)
  const { id, year, isCurrent, version, measures } = plan
  const refresh = () => queryClient.invalidateQueries()
  const restore = useChange(
    async () => {
      const again = await api.plans.create({ name: plan.name, year })
      await api.plans.save({ params: { id: again.id }, body: { name: plan.name, isCurrent, measures } })
    },
    { refresh, done: `${planName(plan)} restored` },
  )
  const remove = useChange(() => api.plans.remove({ id }), {
    refresh,
    done: `${planName(plan)} deleted`,
    undo: () => restore.mutate(),
  })
  const change = useChange(
    (changes: Partial<Pick<PlanHead, 'name' | 'isCurrent'>>) =>
      api.plans.save({ params: { id }, body: { name: plan.name, isCurrent, version, measures, ...changes } }),
    { refresh, done: 'Plan saved' },
  )
  const amounts = measures.flatMap(({ rows }) => rows.flatMap((row) => row.amounts.filter((one) => one !== null)))
  const confirmRemoval = (): void =>
    askToConfirm({
      title: `Delete “${planName(plan)}”?`,
      text: `Its amounts (${amounts.length}) are deleted with it.`,
      confirm: 'Delete plan',
      onConfirm: remove.mutate,
    })
  return (
    <>
      <MoreMenu subject="plan">
        <Menu.Item hiddenFrom="sm" onClick={onAdd}>
          Add plan…
        </Menu.Item>
        <Menu.Item onClick={() => setName(plan.name)}>Rename…</Menu.Item>
        <MenuCheckItem isOn={isCurrent} onToggle={() => change.mutate({ isCurrent: !isCurrent })}>
          {`Compare ${year} with this plan`}
        </MenuCheckItem>
        <RemoveItem onClick={confirmRemoval}>Delete plan…</RemoveItem>
      </MoreMenu>
      {name !== null && (
        <FormDialog
          title="Rename plan"
          confirm="Save name"
          isBusy={change.isPending}
          disabled={name.trim() === ''}
          failure={null}
          onSubmit={() => change.mutate({ name: name.trim() }, { onSuccess: () => setName(null) })}
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
