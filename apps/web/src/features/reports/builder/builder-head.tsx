import { ActionIcon, Button, Group, Switch, TextInput, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { PlanLock } from '#web/app/plan-lock.tsx'
import { AlertButton } from '#web/features/alerts/alert-button.tsx'
import { PinButton } from '#web/features/pin/pin-button.tsx'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'
import { problemAt } from './field-problems.ts'

export interface BuilderHeadProps {
  readonly nameField: RefObject<HTMLInputElement | null>
  readonly isNameMissing: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** a saved report is edited, so a copy makes sense */
  readonly hasOriginal: boolean
  /** null: it cannot be answered yet */
  readonly pinned: PinSubject | null
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onSave: () => void
  readonly onSaveCopy: () => void
}

const REQUIRED = 'This field is required'

/** Name, description and actions on the report as a whole. */
export const BuilderHead = (props: BuilderHeadProps) => {
  const { draft, problems, edit } = useBuilder()
  return (
    <Group justify="space-between" align="flex-start" gap="12px 24px">
      <div className={classes.names}>
        <TextInput
          ref={props.nameField}
          label="Name"
          required
          maxLength={200}
          value={draft.name}
          error={props.isNameMissing ? REQUIRED : problemAt(problems, 'name')}
          onChange={({ currentTarget }) => edit({ kind: 'named', name: currentTarget.value }, 'name')}
        />
        <TextInput
          label="Description"
          maxLength={2000}
          value={draft.description}
          error={problemAt(problems, 'description')}
          onChange={({ currentTarget }) => edit({ kind: 'described', description: currentTarget.value }, 'description')}
        />
      </div>
      <BuilderActions {...props} />
    </Group>
  )
}

const BuilderActions = (props: BuilderHeadProps) => {
  const { draft, edit } = useBuilder()
  const user = useCurrentUser()
  const mayShare = user !== null && isPermitted(user.roles, 'sharing')
  const watched = props.pinned?.copy?.definition ?? null
  return (
    <div className={classes.actions} role="toolbar" aria-label="Report">
      {mayShare ? (
        <Switch
          label="Visible to everyone"
          checked={draft.isPublic}
          onChange={({ currentTarget }) => edit({ kind: 'shared', isPublic: currentTarget.checked })}
        />
      ) : null}
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon variant="default" size={36} aria-label="Undo" disabled={!props.canUndo} onClick={props.onUndo}>
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl+Shift+Z)">
        <ActionIcon variant="default" size={36} aria-label="Redo" disabled={!props.canRedo} onClick={props.onRedo}>
          <IconArrowForwardUp size={18} />
        </ActionIcon>
      </Tooltip>
      <PinButton subject={props.pinned} size="sm" />
      <AlertButton size="sm" definition={watched === null ? null : () => ({ ...watched, name: draft.name })} />
      {props.hasOriginal ? (
        <PlanLock>
          {(lock) => (
            <Button variant="default" onClick={props.onSaveCopy} disabled={props.isSaving} {...lock}>
              Save a copy
            </Button>
          )}
        </PlanLock>
      ) : null}
      <PlanLock>
        {(lock) => (
          <Button
            onClick={props.onSave}
            loading={props.isSaving}
            disabled={!props.isDirty && props.hasOriginal}
            {...lock}
          >
            Save
          </Button>
        )}
      </PlanLock>
    </div>
  )
}
