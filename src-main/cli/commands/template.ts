import { type Definition, group } from '../define.ts';
import { templateList } from './template/list.ts';
import { templateShow } from './template/show.ts';
import { templateUse } from './template/use.ts';

export const templateCommands: Definition = (parent, context) => {
  const template = group(parent, 'template', 'Agents that are ready to be used.');
  for (const define of [templateList, templateShow, templateUse]) define(template, context);
};
