import type { WidgetFixture } from './kit/widget-view.ts'
import { typeToFolder } from './views.tsx'

const modules = import.meta.glob<{ readonly fixture: WidgetFixture }>('./*/*.fixture.ts', { eager: true })

const byFolder = new Map(
  Object.entries(modules).map(([path, module]) => [path.split('/')[1] ?? '', module.fixture] as const),
)

/** The sample result of a widget type, for its preview; null if there is none. */
export const findFixture = (type: string): WidgetFixture | null => byFolder.get(typeToFolder(type)) ?? null
