import { memo } from 'react'
import { TileEmpty, TileError, TileSkeleton } from '#ui/tile-states.tsx'
import { useBox } from '#ui/use-box.ts'
import { isEmptyResult } from '#widgets/kit/result-table.ts'
import { WidgetTable } from '#widgets/kit/widget-table.tsx'
import type { WidgetView } from '#widgets/kit/widget-view.ts'
import classes from './tile.module.css'
import { shownResult, type TileState } from './tile-state.ts'

export interface TilePictureProps {
  readonly title: string
  readonly view: WidgetView
  readonly settings: Readonly<Record<string, unknown>>
  readonly state: TileState | undefined
  readonly isTable: boolean
  /** why a result has no rows */
  readonly emptyReason: string
  readonly onRetry: () => void
}

/** Content of a tile: loading, failed, empty, or its picture at the available size. */
export const TilePicture = memo((props: TilePictureProps) => {
  const [ref, box] = useBox<HTMLDivElement>()
  return (
    <div ref={ref} className={classes.picture}>
      {box === null ? null : <TileContent {...props} box={box} />}
    </div>
  )
})

const TileContent = (props: TilePictureProps & { readonly box: { width: number; height: number } }) => {
  const { title, view, settings, state, isTable, emptyReason, onRetry, box } = props
  if (state?.status === 'failed') return <TileError message={state.message} onRetry={onRetry} />
  const result = shownResult(state)
  if (result === null) {
    return (
      <TileSkeleton
        shape={view.skeleton}
        height={box.height}
        since={state?.status === 'loading' ? state.since : Date.now()}
      />
    )
  }
  if (isEmptyResult(result.data)) return <TileEmpty reason={emptyReason} />
  if (isTable) return <WidgetTable data={result.data} title={title} />
  const { data, range, compareRange } = result
  return <view.View {...{ data, range, compareRange, settings, box }} />
}
