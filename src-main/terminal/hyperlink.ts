/** Longest address that passes; terminals keep no longer ones. */
const longest = 2_083;

const webAddress = /^https?:\/\/[!-~]+$/i;

/**
 * What a viewer may get of the hyperlink sequence `ESC ] 8 ;` `body`: one to http(s) as it is, the end of a link
 * for everything else, so that the text after it is not taken for part of an earlier link.
 */
export function permittedLink(body: string): string {
  const separator = body.indexOf(';');
  const address = separator === -1 ? '' : body.slice(separator + 1);
  if (address.length > longest || !webAddress.test(address) || !URL.canParse(address)) return ';';
  const id = /(?:^|:)(id=[\w.-]{1,64})(?:$|:)/.exec(body.slice(0, separator))?.[1] ?? '';
  return `${id};${address}`;
}
