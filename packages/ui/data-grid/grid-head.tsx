import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowsHorizontal, IconArrowUp, IconDots, IconMinus, IconPlus } from '@tabler/icons-react'
import { memo, type PointerEvent, type ReactElement, type ReactNode, useRef } from 'react'
import classes from './data-grid.module.css'
import type { GridColumn, Resize, SortRequest } from './grid-types.ts'

const STEP = 1.25

interface ColumnMenuProps {
  readonly column: GridColumn
  /** more actions, as menu items */
  readonly children: ReactNode
  readonly onSort: (direction: 'asc' | 'desc') => void
  readonly onResize: (resize: Resize) => void
}

/** Everything that can be done with a column, for those who do not drag or click its title. */
const ColumnMenu = ({ column: { title, hint, canSort }, children, onSort, onResize }: ColumnMenuProps) => (
  <Menu position="bottom-end" shadow="md" withinPortal>
    <Menu.Target>
      <ActionIcon size={24} className={classes.menu} aria-label={`Actions for ${title}`}>
        <IconDots size={14} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {hint === undefined ? null : <Menu.Label className={classes.definition}>{hint}</Menu.Label>}
      {canSort ? (
        <>
          <Menu.Item leftSection={<IconArrowUp size={14} />} onClick={() => onSort('asc')}>
            Sort ascending
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={14} />} onClick={() => onSort('desc')}>
            Sort descending
          </Menu.Item>
        </>
      ) : null}
      {children}
      <Menu.Divider />
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconPlus size={14} />}
        onClick={() => onResize((width) => width * STEP)}
      >
        Increase width
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconMinus size={14} />}
        onClick={() => onResize((width) => width / STEP)}
      >
        Decrease width
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowsHorizontal size={14} />} onClick={() => onResize(() => null)}>
        Fit to content
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

/** The right edge of a title, which a pointer drags; the column's menu does the same by keyboard. */
const ResizeHandle = ({ onResize }: Pick<ColumnMenuProps, 'onResize'>) => {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const handleDown = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { width = 0 } = event.currentTarget.closest('th')?.getBoundingClientRect() ?? {}
    start.current = { x: event.clientX, width }
  }
  const handleMove = ({ clientX }: PointerEvent): void => {
    if (start.current === null) return
    const width = start.current.width + clientX - start.current.x
    onResize(() => width)
  }
  const handleUp = (): void => {
    start.current = null
  }
  return (
    <span
      className={classes.handle}
      aria-hidden
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleUp}
    />
  )
}

interface DefinitionProps {
  /** what the child means; absent: nothing is shown */
  readonly text: string | undefined
  /** takes the focus and a ref */
  readonly children: ReactElement
}

const EVENTS = { hover: true, focus: true, touch: true }

/** Says what a name means when it is pointed at, focused or touched. */
const Definition = ({ text, children }: DefinitionProps) =>
  text === undefined ? (
    children
  ) : (
    <Tooltip label={text} events={EVENTS} multiline maw={300} position="top-start">
      {children}
    </Tooltip>
  )

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const
const SORT_MARKS = { asc: IconArrowUp, desc: IconArrowDown } as const

export interface GridHeadProps {
  readonly columns: readonly GridColumn[]
  /** how many of the first columns stay in view */
  readonly pinned: number
  readonly onSort: (key: string, request: SortRequest) => void
  readonly onResize: (key: string, resize: Resize) => void
  /** items of a column's menu in addition to sort and width; absent: columns have no menus */
  readonly menuItems: ((key: string) => ReactNode) | undefined
}

/** The sticky header; clicking a title sorts by it. */
export const GridHead = memo(({ columns, pinned, onSort, onResize, menuItems }: GridHeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {columns.map((column, index) => {
        const { key, title, hint, isNumeric, canSort, sort } = column
        const Mark = sort === null ? null : SORT_MARKS[sort]
        const width = { onResize: (resize: Resize) => onResize(key, resize) }
        return (
          <th
            key={key}
            scope="col"
            data-numeric={isNumeric}
            data-pinned={index < pinned}
            style={{ left: index < pinned ? `var(--grid-left-${index})` : undefined }}
            aria-label={title}
            aria-sort={sort === null ? undefined : SORT_WORDS[sort]}
          >
            <div className={classes.head}>
              <Definition text={hint}>
                {canSort ? (
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={(event) => onSort(key, event.shiftKey ? 'added' : 'next')}
                  >
                    <span>{title}</span>
                    {Mark === null ? null : <Mark size={14} className={classes.sortMark} aria-hidden />}
                  </button>
                ) : (
                  <span className={classes.headText} tabIndex={hint === undefined ? undefined : 0}>
                    {title}
                  </span>
                )}
              </Definition>
              {menuItems === undefined ? null : (
                <>
                  <ColumnMenu column={column} onSort={(direction) => onSort(key, direction)} {...width}>
                    {menuItems(key)}
                  </ColumnMenu>
                  <ResizeHandle {...width} />
                </>
              )}
            </div>
          </th>
        )
      })}
    </tr>
  </thead>
))
