/** Text of an agent, kept from turning the direction of what stands around it. */
export function Theirs({ text, className }: { readonly text: string; readonly className?: string }) {
  return <bdi {...(className === undefined ? {} : { className })}>{text}</bdi>;
}
