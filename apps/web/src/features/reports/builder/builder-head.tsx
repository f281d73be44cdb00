import { Group, Switch, TextInput } from '@mantine/core'
import { IconBellPlus, IconCopy, IconPin } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useIsPermitted } from '#web/app/current-user.ts'
import { UndoRedo, type UndoRedoProps } from '#web/app/draft/undo-redo.tsx'
import { LockedButton, LockedItem, PlanLockLabel } from '#web/app/plan-lock.tsx'
import { MoreMenu } from '#web/app/toolbar.tsx'
import { openAlert } from '#web/features/alerts/open-alert.ts'
import { usePin } from '#web/features/pin/pin-button.tsx'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import { SaveSegment, SaveSegmentItem, useCanSaveSegment } from '#web/features/segments/save-segment-item.tsx'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'
import { problemAt } from './field-problems.ts'

export interface BuilderHeadProps extends UndoRedoProps {
  readonly nameField: RefObject<HTMLInputElement | null>
  readonly isNameMissing: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** a saved report is edited, so a copy makes sense */
  readonly hasOriginal: boolean
  /** its people become a segment: the name is asked for when it is saved */
  readonly isSegment: boolean
  /** null: it cannot be answered yet */
  readonly pinned: PinSubject | null
  readonly onSave: () => void
  readonly onSaveCopy: () => void
  /** the dialog that saves the people as a segment is open */
  readonly isSegmentNamed: boolean
  readonly onSegmentName: (isOpen: boolean) => void
  readonly onSegmentSaved: () => void
}

const REQUIRED = 'This field is required'

/** Name, description and actions on the report as a whole. */
export const BuilderHead = (props: BuilderHeadProps) => {
  const { draft, problems, edit } = useBuilder()
  const mayShare = useIsPermitted('sharing')
  if (props.isSegment) return <BuilderActions {...props} />
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
          onChange={({ currentTarget }) => edit({ kind: 'changed', change: { name: currentTarget.value } }, 'name')}
        />
        <TextInput
          label="Description"
          maxLength={2000}
          value={draft.description}
          error={problemAt(problems, 'description')}
          onChange={({ currentTarget }) =>
            edit({ kind: 'changed', change: { description: currentTarget.value } }, 'description')
          }
        />
        {mayShare ? (
          <Switch
            className={classes.share}
            label="Visible to everyone"
            checked={draft.isPublic}
            onChange={({ currentTarget }) => edit({ kind: 'changed', change: { isPublic: currentTarget.checked } })}
          />
        ) : null}
      </div>
      <BuilderActions {...props} />
    </Group>
  )
}

const BuilderActions = (props: BuilderHeadProps) => {
  const { draft } = useBuilder()
  const pin = usePin()
  const { pinned } = props
  const watched = pinned?.copy?.definition ?? null
  const canSaveSegment = useCanSaveSegment(watched)
  return (
    <div className={classes.actions} role="toolbar" aria-label="Report">
      <UndoRedo {...props} />
      {props.isSegment ? (
        <LockedButton onClick={() => props.onSegmentName(true)} disabled={!canSaveSegment}>
          Save segment…
        </LockedButton>
      ) : props.isDirty || !props.hasOriginal ? (
        <LockedButton onClick={props.onSave} loading={props.isSaving}>
          Save
        </LockedButton>
      ) : null}
      <MoreMenu subject="report">
        <PlanLockLabel />
        {props.hasOriginal ? (
          <LockedItem leftSection={<IconCopy size={16} />} disabled={props.isSaving} onClick={props.onSaveCopy}>
            Save a copy
          </LockedItem>
        ) : null}
        {canSaveSegment && !props.isSegment ? <SaveSegmentItem onClick={() => props.onSegmentName(true)} /> : null}
        <LockedItem
          leftSection={<IconPin size={16} />}
          disabled={pinned === null}
          onClick={() => pinned !== null && pin(pinned)}
        >
          Pin to dashboard
        </LockedItem>
        <LockedItem
          leftSection={<IconBellPlus size={16} />}
          disabled={watched === null}
          onClick={() => watched !== null && openAlert({ ...watched, name: draft.name })}
        >
          Alert me…
        </LockedItem>
      </MoreMenu>
      {props.isSegmentNamed && canSaveSegment && watched !== null ? (
        <SaveSegment
          definition={{ ...watched, name: draft.name }}
          onSaved={props.onSegmentSaved}
          onClose={() => props.onSegmentName(false)}
        />
      ) : null}
    </div>
  )
}
