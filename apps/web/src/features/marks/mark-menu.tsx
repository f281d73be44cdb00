import { Menu, Modal, Portal, Skeleton } from '@mantine/core'
import { IconChartBar, IconFilter, IconFilterOff, IconId, IconListDetails, IconReport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { markedSubject, SUBJECT_PAGES } from '#domain/subject-pages.ts'
import type { Mark, MarkAnchor } from '#ui/mark-action.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { isOfRest } from './mark-filters.ts'
import classes from './mark-menu.module.css'

/** What the menu of a mark does; null: it is not offered. */
export interface MarkChoices {
  readonly onFilter: (mark: Mark) => void
  readonly onExclude: (mark: Mark) => void
  readonly onRecords: ((mark: Mark) => void) | null
  readonly onBreakDown: ((mark: Mark, columnId: string) => void) | null
  readonly onOpenReport: (() => void) | null
  /** whose dimensions a mark can be broken down by */
  readonly reportTypes: readonly string[]
}

export interface OpenMark {
  readonly mark: Mark
  readonly anchor: MarkAnchor
}

const ColumnsPanel = lazy(() => import('../filter-bar/columns-panel.tsx').then((m) => ({ default: m.ColumnsPanel })))

interface MarkMenuProps extends OpenMark {
  readonly choices: MarkChoices
  readonly onClose: () => void
}

/** What can be done with a bar, slice, point or cell. */
export const MarkMenu = ({ mark, anchor, choices, onClose }: MarkMenuProps) => {
  const [isBreakingDown, setBreakingDown] = useState(false)
  const navigate = useNavigate()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => first.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const close = (): void => {
    onClose()
    anchor.restoreFocus()
  }
  const choose = (action: () => void) => () => {
    close()
    action()
  }
  const { onFilter, onExclude, onRecords, onBreakDown, onOpenReport, reportTypes } = choices
  const isRest = isOfRest(mark)
  const mayOpen = useIsPermitted('reports')
  const subject = mayOpen && !isRest ? markedSubject(mark.row) : null
  if (isBreakingDown && onBreakDown !== null) {
    return (
      <Modal opened onClose={close} title={`Break down ${mark.label} by`} size="sm">
        <Suspense fallback={<Skeleton height={240} />}>
          <ColumnsPanel
            reportTypes={reportTypes}
            used={Object.keys(mark.row)}
            onChoose={(columnId) => choose(() => onBreakDown(mark, columnId))()}
          />
        </Suspense>
      </Modal>
    )
  }
  return (
    // In a portal, because a fixed position within a moved tile would be relative to the tile.
    <Portal>
      <Menu
        opened
        onClose={close}
        position="bottom-start"
        returnFocus={false}
        closeOnItemClick={false}
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={mark.label}
            className={classes.anchor}
            style={{ left: anchor.x, top: anchor.y }}
          />
        </Menu.Target>
        <Menu.Dropdown aria-label={`Actions for ${mark.label}`}>
          <Menu.Label>{[mark.label, mark.amount].filter(Boolean).join(' · ')}</Menu.Label>
          {isRest ? null : (
            <>
              <Menu.Item ref={first} leftSection={<IconFilter size={16} />} onClick={choose(() => onFilter(mark))}>
                Filter by this
              </Menu.Item>
              <Menu.Item leftSection={<IconFilterOff size={16} />} onClick={choose(() => onExclude(mark))}>
                Exclude
              </Menu.Item>
            </>
          )}
          {subject === null ? null : (
            <Menu.Item
              leftSection={<IconId size={16} />}
              onClick={choose(() => void navigate({ href: subject.address }))}
            >
              Open {SUBJECT_PAGES[subject.kind].title.toLowerCase()} page
            </Menu.Item>
          )}
          {onBreakDown === null || isRest ? null : (
            <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => setBreakingDown(true)}>
              Break down by…
            </Menu.Item>
          )}
          {onRecords === null ? null : (
            <Menu.Item
              {...(isRest ? { ref: first } : {})}
              leftSection={<IconListDetails size={16} />}
              onClick={choose(() => onRecords(mark))}
            >
              Show the records
            </Menu.Item>
          )}
          {onOpenReport === null ? null : (
            <Menu.Item leftSection={<IconReport size={16} />} onClick={choose(onOpenReport)}>
              Open as report
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  )
}
