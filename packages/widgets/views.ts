import type { WidgetView } from './kit/widget-view.ts'

/** Every `<id>/<id>.view.tsx` exports `view`. The registry test fails if one is missing. */
const modules = import.meta.glob<{ readonly view: WidgetView }>('./*/*.view.tsx', { eager: true })

const byFolder = new Map(
  Object.entries(modules).map(([path, module]) => [path.split('/')[1] ?? '', module.view] as const),
)

/** `customerLTV` → `customer-ltv`: the folder of a widget type. */
export const folderOf = (type: string): string => type.replace(/([a-z])([A-Z]+)/g, '$1-$2').toLowerCase()

/** The picture of a widget type; null for one that is not known. */
export const viewOf = (type: string): WidgetView | null => byFolder.get(folderOf(type)) ?? null
