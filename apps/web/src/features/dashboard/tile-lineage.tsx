import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { FilterBar } from '#contract/filter-bar.ts'
import { AGGREGATIONS } from '#domain/report-terms.ts'
import { type NumberAction, NumberActionProvider, type NumberCoordinate } from '#ui/number-action.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { useExplain } from '#web/features/number-lineage/lineage-host.tsx'

interface LineageWidget {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}

/** `within`: the filter bar that limits the number; default: that of the dashboard. */
type ExplainTile = (widget: LineageWidget, number: NumberCoordinate, within?: FilterBar) => void

const ExplainContext = createContext<ExplainTile | null>(null)

interface TileLineageProviderProps {
  readonly includeClubOrders: boolean
  readonly filterBar: FilterBar
  readonly children: ReactNode
}

/** Shows how the numbers of the tiles below are calculated, for users with access to reports. */
export const TileLineageProvider = ({ includeClubOrders, filterBar, children }: TileLineageProviderProps) => {
  const canExplain = useIsPermitted('reports')
  const open = useExplain()
  const explain = useCallback<ExplainTile>(
    ({ type, props }, { measure, row, aggregation }, within = filterBar) => {
      const named = AGGREGATIONS.find((one) => one === aggregation)
      open({
        widget: { type, props: { ...props } },
        includeClubOrders,
        filterBar: within,
        cell: { measure, row: { ...row }, ...(named === undefined ? {} : { aggregation: named }) },
      })
    },
    [open, includeClubOrders, filterBar],
  )
  return <ExplainContext value={canExplain ? explain : null}>{children}</ExplainContext>
}

/** Opens the lineage of a tile's number; null without access to reports. */
export const useExplainTile = (): ExplainTile | null => useContext(ExplainContext)

interface TileNumbersProps {
  readonly type: string
  /** as parsed by the widget's definition */
  readonly settings: Readonly<Record<string, unknown>>
  readonly children: ReactNode
}

/** Lets the numbers of a tile open their lineage. */
export const ExplainableTile = ({ type, settings, children }: TileNumbersProps) => {
  const explain = useContext(ExplainContext)
  const action = useMemo<NumberAction | null>(
    () => (explain === null ? null : (number) => explain({ type, props: settings }, number)),
    [explain, type, settings],
  )
  return <NumberActionProvider action={action}>{children}</NumberActionProvider>
}
