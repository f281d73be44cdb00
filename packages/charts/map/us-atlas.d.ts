/** Outlines of the states in TopoJSON, projected to pixels; the package comes without types. */
declare module 'us-atlas/states-albers-10m.json' {
  type Pair = [number, number]
  type Shape = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] }
  type State = Shape & { readonly id: string; readonly properties: { readonly name: string } }

  const atlas: {
    readonly type: 'Topology'
    /** left, top, right, bottom */
    readonly bbox: [number, number, number, number]
    readonly transform: { readonly scale: Pair; readonly translate: Pair }
    readonly arcs: Pair[][]
    readonly objects: { readonly states: { readonly type: 'GeometryCollection'; readonly geometries: State[] } }
  }
  export = atlas
}
