/** A short word in a frame. */
export function Tag({ words }: { readonly words: string }) {
  return <span className="tag">{words}</span>;
}
