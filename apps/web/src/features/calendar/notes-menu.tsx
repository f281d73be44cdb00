import { Button, Menu } from '@mantine/core'
import { IconCalendarEvent, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NOTE_KIND_LABELS, NOTE_KINDS, type NoteKind } from '#domain/calendar-notes.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { MenuCheckItem } from '#web/app/menu-check-item.tsx'
import { hideKinds, useHiddenKinds } from './listed-notes.ts'

const TITLE = 'Notes on charts'

/** Which calendar notes charts mark. */
const NotesItems = () => {
  const hidden = useHiddenKinds()
  const toggle = (kind: NoteKind): void =>
    hideKinds(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind])
  const isAllShown = hidden.length === 0
  const mayOpen = useIsPermitted('reports')
  return (
    <>
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
    </>
  )
}

export const NotesMenu = ({ size = 'xs' }: { readonly size?: 'xs' | 'sm' }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button size={size} variant="default" leftSection={<IconCalendarEvent size={16} aria-hidden />}>
        {TITLE}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <NotesItems />
    </Menu.Dropdown>
  </Menu>
)

/** The same in a menu of other actions. */
export const NotesSubmenu = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu.Sub position="left-start" opened={isOpen} onChange={setOpen}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconCalendarEvent size={16} />} onClick={() => setOpen(true)}>
          {TITLE}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <NotesItems />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
