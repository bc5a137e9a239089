/**
 * What every server of ours is told, whenever we connect. `largest` rather than `latest`: with `latest` a small
 * client of one session makes every new detached session as small (tmux 3.3a), and `manual` crashes the server.
 * `update-environment` is empty, so that no attaching terminal brings back a variable that a launch took out.
 */
export const configuration = `# Written by Backbone at each start; changes here are lost.
set -s exit-empty on
set -s escape-time 10
set -s focus-events off
set -s extended-keys on
set -s set-clipboard off
set -s default-terminal tmux-256color
set -s terminal-features[100] '*:RGB'
set -g status off
set -g history-limit 50000
set -g default-size 120x40
set -g window-size largest
set -g detach-on-destroy on
set -g destroy-unattached off
set -g set-titles off
set -g bell-action none
set -g activity-action none
set -g silence-action none
set -g visual-bell off
set -g update-environment ''
set -g automatic-rename off
set -g allow-rename off
set -gq allow-passthrough off
set -g remain-on-exit off
set -g remain-on-exit-format ''
`;
