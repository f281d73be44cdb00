import { Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconKeyboard, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { PaletteAction } from './palette-action.tsx'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

/** Opens a page. */
export const PageAction = ({ href, label, under }: PaletteEntry) => {
  const navigate = useNavigate()
  return (
    <PaletteAction label={label} description={under} icon={IconArrowRight} onChoose={() => void navigate({ href })} />
  )
}

export const PageGroups = ({ groups }: { readonly groups: readonly PaletteGroup[] }) =>
  groups.map(({ title, entries }) =>
    entries.length === 0 ? null : (
      <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
        {entries.map((entry) => (
          <PageAction key={`${title}.${entry.href}`} {...entry} />
        ))}
      </Spotlight.ActionsGroup>
    ),
  )

const ACTIONS = ['new report', 'keyboard shortcuts']

const matchesAction = (text: string): boolean =>
  ACTIONS.some((action) => action.split(' ').some((word) => word.startsWith(text.toLowerCase())))

interface CommandsProps {
  /** as typed */
  readonly text: string
  readonly mayReport: boolean
  readonly onHelp: () => void
}

/** Commands whose name matches the text. */
export const Commands = ({ text, mayReport, onHelp }: CommandsProps) => {
  const navigate = useNavigate()
  if (!matchesAction(text)) return null
  return (
    <Spotlight.ActionsGroup label="Actions" role="group" aria-label="Actions">
      {mayReport ? (
        <PaletteAction label="New report" icon={IconPencil} onChoose={() => void navigate({ to: '/reports/my/new' })} />
      ) : null}
      <PaletteAction label="Keyboard shortcuts" icon={IconKeyboard} onChoose={onHelp} />
    </Spotlight.ActionsGroup>
  )
}
