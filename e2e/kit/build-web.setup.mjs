import { pinnedNode } from '../../scripts/toolchain.mjs'
import { buildWeb } from '../../scripts/web-build.mjs'

/** The pages under test are those of the sources as they are now. */
export default () => buildWeb(pinnedNode())
