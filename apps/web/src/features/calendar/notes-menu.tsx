import { Button, Menu } from '@mantine/core'
import { IconCalendarEvent, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NOTE_KIND_LABELS, NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { MenuCheckItem } from '#web/app/menu-check-item.tsx'
import { hideKinds, useHiddenKinds } from './listed-notes.ts'

interface NotesMenuProps {
  readonly className?: string | undefined
  readonly size?: 'xs' | 'sm'
}

/** Which calendar notes charts mark. */
export const NotesMenu = ({ className, size = 'xs' }: NotesMenuProps) => {
  const hidden = useHiddenKinds()
  const toggle = (kind: NoteKind): void =>
    hideKinds(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const isAllShown = hidden.length === 0
  const mayOpen = useIsPermitted('reports')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size={size}
          variant="default"
          className={className}
          leftSection={<IconCalendarEvent size={16} aria-hidden />}
        >
          Notes on charts
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuCheckItem isOn={isAllShown} onToggle={() => hideKinds(isAllShown ? NOTE_KINDS : [])}>
          All notes
        </MenuCheckItem>
        <Menu.Divider />
        {NOTE_KINDS.map((kind) => (
          <MenuCheckItem key={kind} isOn={!hidden.includes(kind)} onToggle={() => toggle(kind)}>
            {NOTE_KIND_LABELS[kind]}
          </MenuCheckItem>
        ))}
        {mayOpen ? (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to="/calendar" leftSection={<IconSettings size={16} />}>
              Calendar notes
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
