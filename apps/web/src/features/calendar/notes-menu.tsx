import { Button, Menu } from '@mantine/core'
import { IconCalendarEvent, IconSettings, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NOTE_KIND_LABELS, NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { hideKinds, useHiddenKinds } from './hidden-kinds.ts'

interface KindItemProps {
  readonly isShown: boolean
  readonly onToggle: () => void
  readonly children: string
}

const KindItem = ({ isShown, onToggle, children }: KindItemProps) => (
  <Menu.Item
    renderRoot={(props) => <button {...props} type="button" role="menuitemcheckbox" aria-checked={isShown} />}
    closeMenuOnClick={false}
    leftSection={isShown ? <IconSquareCheck size={16} aria-hidden /> : <IconSquare size={16} aria-hidden />}
    onClick={onToggle}
  >
    {children}
  </Menu.Item>
)

/** Which calendar notes charts mark. */
export const NotesMenu = ({ className }: { readonly className?: string | undefined }) => {
  const hidden = useHiddenKinds()
  const toggle = (kind: NoteKind): void =>
    hideKinds(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const isAllShown = hidden.length === 0
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          className={className}
          leftSection={<IconCalendarEvent size={16} aria-hidden />}
        >
          Notes on charts
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <KindItem isShown={isAllShown} onToggle={() => hideKinds(isAllShown ? NOTE_KINDS : [])}>
          All notes
        </KindItem>
        <Menu.Divider />
        {NOTE_KINDS.map((kind) => (
          <KindItem key={kind} isShown={!hidden.includes(kind)} onToggle={() => toggle(kind)}>
            {NOTE_KIND_LABELS[kind]}
          </KindItem>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/calendar" leftSection={<IconSettings size={16} />}>
          Calendar notes
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
