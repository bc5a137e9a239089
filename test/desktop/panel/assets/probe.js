// What a page sees before it does anything, and what the policy stops it from doing.
window.probe = {
  bridgeAtStart: typeof window.backbone,
  node: [typeof require, typeof process, typeof module, typeof Buffer],
  violations: [],
};
document.addEventListener('securitypolicyviolation', (event) => {
  window.probe.violations.push(event.effectiveDirective);
});
try {
  window.probe.evaluated = new Function('return 1')();
} catch {
  window.probe.evaluated = 'blocked';
}
