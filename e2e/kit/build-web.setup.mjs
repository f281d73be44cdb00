import { pinnedNode } from '../../scripts/toolchain.mjs'
import { buildWeb } from '../../scripts/web-build.mjs'

/** Builds the web app from the current sources. */
export default () => buildWeb(pinnedNode())
