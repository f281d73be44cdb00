import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'

export interface UndoRedoProps {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
}

/** Both while one of them can be used, so that the focus stays when the last step is undone; nothing before the first change. */
export const UndoRedo = ({ canUndo, canRedo, onUndo, onRedo }: UndoRedoProps) => {
  if (!canUndo && !canRedo) return null
  const steps = [
    { name: 'Undo', keys: 'Ctrl+Z', icon: IconArrowBackUp, isOn: canUndo, onClick: onUndo },
    { name: 'Redo', keys: 'Ctrl+Shift+Z', icon: IconArrowForwardUp, isOn: canRedo, onClick: onRedo },
  ]
  return steps.map(({ name, keys, icon: Icon, isOn, onClick }) => (
    <Tooltip key={name} label={`${name} (${keys})`}>
      <ActionIcon size={36} aria-label={name} disabled={!isOn} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ))
}
