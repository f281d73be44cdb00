import { useEffect, useState } from 'react'
import type { DrawMap } from '#charts/report/draw-map.ts'

/** What draws maps, whose outlines are loaded with the first map; undefined while they load, null where no map is drawn. */
export const useDrawMap = (isNeeded: boolean): DrawMap | null | undefined => {
  const [drawMap, setDrawMap] = useState<DrawMap | null>()
  useEffect(() => {
    if (!isNeeded) return undefined
    let isCurrent = true
    const keep = (loaded: DrawMap | null): void => {
      if (isCurrent) setDrawMap(() => loaded)
    }
    import('#charts/report/draw-map.ts').then(
      (module) => keep(module.drawMap),
      // without a connection the values are bars
      () => keep(null),
    )
    return () => {
      isCurrent = false
    }
  }, [isNeeded])
  return isNeeded ? drawMap : null
}
