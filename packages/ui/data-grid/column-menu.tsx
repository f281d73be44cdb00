import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsHorizontal, IconArrowUp, IconDots, IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-types.ts'

/** What a column's width is multiplied by; null: as wide as its content. */
export type Resize = number | null

const STEP = 1.25

interface ColumnMenuProps {
  readonly column: GridColumn
  /** more actions, as menu items */
  readonly children: ReactNode
  readonly onSort: ((direction: 'asc' | 'desc') => void) | null
  readonly onResize: (by: Resize) => void
}

/** Everything that can be done with a column, for those who do not drag or click its title. */
export const ColumnMenu = ({ column: { title, hint }, children, onSort, onResize }: ColumnMenuProps) => (
  <Menu position="bottom-end" shadow="md" withinPortal>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={24} className={classes.menu} aria-label={`Options for ${title}`}>
        <IconDots size={14} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {hint === undefined ? null : <Menu.Label className={classes.definition}>{hint}</Menu.Label>}
      {onSort === null ? null : (
        <>
          <Menu.Item leftSection={<IconArrowUp size={14} />} onClick={() => onSort('asc')}>
            Sort ascending
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={14} />} onClick={() => onSort('desc')}>
            Sort descending
          </Menu.Item>
        </>
      )}
      {children}
      <Menu.Divider />
      <Menu.Item closeMenuOnClick={false} leftSection={<IconPlus size={14} />} onClick={() => onResize(STEP)}>
        Increase width
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} leftSection={<IconMinus size={14} />} onClick={() => onResize(1 / STEP)}>
        Decrease width
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowsHorizontal size={14} />} onClick={() => onResize(null)}>
        Fit to content
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

/** Pixels. */
const NARROWEST = 48
const WIDEST = 800

type Widths = Readonly<Record<string, number>>

/** Widths that the reader chose, in pixels by the column's key, and where they are kept. */
export interface ChosenWidths {
  readonly widths: Widths
  readonly onChange: (widths: Widths) => void
}

/** The columns' widths; `fitting`: those that fit the content; `kept`: default: until the table is left. */
export const useColumnSizes = (keys: readonly string[], fitting: readonly number[], kept?: ChosenWidths) => {
  const [own, setOwn] = useState<Widths>({})
  const { widths: chosen, onChange: setChosen } = kept ?? { widths: own, onChange: setOwn }
  const widths = keys.map((key, place) => chosen[key] ?? fitting[place] ?? NARROWEST)
  const setWidth = (key: string, width: number): void =>
    setChosen({ ...chosen, [key]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) })
  const resize = (key: string, by: Resize): void => {
    const width = widths[keys.indexOf(key)] ?? NARROWEST
    const { [key]: _fitted, ...others } = chosen
    if (by !== null) setWidth(key, width * by)
    else setChosen(others)
  }
  return { widths, setWidth, resize }
}

/** Distances of the first columns from the left edge, where they stay when the table is scrolled; null for all others. */
export const pinnedLefts = (widths: readonly number[], pinned: number): readonly (number | null)[] =>
  widths.map((_, place) => (place < pinned ? widths.slice(0, place).reduce((sum, width) => sum + width, 0) : null))
