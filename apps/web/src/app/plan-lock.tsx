import { Button, type ButtonProps, Menu, type MenuItemProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent, ReactElement } from 'react'
import type { PlanState } from '#domain/plan.ts'
import { useAccountStatus } from './account-data.ts'

/** As the server words them when it refuses a change. */
const REASONS: Readonly<Partial<Record<PlanState, string>>> = {
  trialOver: 'Your trial has ended. Choose a plan to make changes.',
  paymentOverdue: 'Your payment failed. Update your card to make changes.',
  ended: 'Your plan has ended. Choose a plan to make changes.',
}

/** Why the account's plan refuses changes; null where it allows them, and until it is known. */
export const usePlanLock = (): string | null => REASONS[useAccountStatus()?.planState ?? 'active'] ?? null

interface LockProps {
  readonly 'data-disabled'?: true
  readonly 'aria-disabled'?: true
  readonly onClick?: (event: MouseEvent) => void
}

const LOCKED: LockProps = {
  'data-disabled': true,
  'aria-disabled': true,
  onClick: (event) => event.preventDefault(),
}

interface PlanLockProps {
  /** what a control without text does */
  readonly hint?: string
  /** the control, with these props last */
  readonly children: (lock: LockProps) => ReactElement
}

/** Disables a control and says why while the plan refuses changes. The control keeps its focus, so that the reason can be read. */
export const PlanLock = ({ hint, children }: PlanLockProps) => {
  const reason = usePlanLock()
  const label = reason ?? hint
  if (label === undefined) return children({})
  return (
    <Tooltip label={label} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      {children(reason === null ? {} : LOCKED)}
    </Tooltip>
  )
}

/** A button with a text that the plan may disable. */
export const LockedButton = (props: ButtonProps & ComponentPropsWithRef<'button'>) => (
  <PlanLock>{(lock) => <Button {...props} {...lock} />}</PlanLock>
)

/** An item of a menu that the plan may disable; `PlanLockLabel` says why. */
export const LockedItem = ({ disabled = false, ...props }: MenuItemProps & ComponentPropsWithRef<'button'>) => (
  <Menu.Item disabled={usePlanLock() !== null || disabled} {...props} />
)

/** Says at the top of a menu why some of its items are disabled. */
export const PlanLockLabel = () => {
  const reason = usePlanLock()
  return reason === null ? null : <Menu.Label maw={240}>{reason}</Menu.Label>
}
