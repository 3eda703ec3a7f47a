;; cardroom's scripts in Emacs 29 or later, or 28 with the package eglot.
(add-to-list 'auto-mode-alist '("\\.star\\'" . python-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(python-mode . ("cardroom" "lsp"))))

;; With dape (a folder: (add-to-list 'load-path FOLDER) (require 'dape)) the debugger too: M-x dape.
(with-eval-after-load 'dape
  (add-to-list 'dape-configs
    '(cardroom modes (python-mode) command "cardroom" command-args ("dap")
      :type "cardroom" :request "launch" :game dape-buffer-default :stopOnEntry t))
  (add-to-list 'dape-configs
    '(cardroom-test modes (python-mode) command "cardroom" command-args ("dap")
      :type "cardroom" :request "launch" :test dape-buffer-default)))
